/** Props of buttons inside a panel. The buttons have no background until they are hovered. */
export const panelButtonStyle = { variant: 'subtle', color: 'gray', c: 'inherit', fw: 400 } as const
