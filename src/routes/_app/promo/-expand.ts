/** Relations that the record of a promo and its form read. */
export const expandPromo = 'pemakaian,terkunci'
