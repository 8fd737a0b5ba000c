import '@mantine/core/styles/Avatar.layer.css'
import { Avatar } from '@mantine/core'

/** Avatar of a person without a picture; the name stands beside it. */
export const Initial = ({ of }: { of: string }) => (
  <Avatar size={32} color="amethyst" aria-hidden>
    {of.slice(0, 1).toUpperCase()}
  </Avatar>
)
