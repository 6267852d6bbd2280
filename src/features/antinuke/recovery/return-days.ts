/**
 * How many days people who were removed have to rejoin and get back what they had: as long as the journal goes back.
 */
export const returnsForDays = 30
