import '@mantine/core/styles/Avatar.layer.css'
import { Avatar } from '@mantine/core'

/**
 * Avatar with the first letter of a name, for a person without a picture. Hidden from screen
 * readers, because the name is beside the avatar.
 */
export const Initial = ({ of }: { of: string }) => (
  <Avatar size={32} color="amethyst" aria-hidden>
    {of.slice(0, 1).toUpperCase()}
  </Avatar>
)
