/** Props of buttons inside a panel, which have no frame until they are hovered. */
export const panelButtonStyle = { variant: 'subtle', color: 'gray', c: 'inherit', fw: 400 } as const
