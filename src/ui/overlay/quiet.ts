/** How buttons look that stand among others in a panel: no frame until one points at them. */
export const quiet = { variant: 'subtle', color: 'gray', c: 'inherit', fw: 400 } as const
