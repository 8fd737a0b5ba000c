/** Look of buttons inside a panel: no frame unless hovered. */
export const panelButtonStyle = { variant: 'subtle', color: 'gray', c: 'inherit', fw: 400 } as const
