/** What the record of a promo and its form are read with. */
export const expandPromo = 'pemakaian,terkunci'
