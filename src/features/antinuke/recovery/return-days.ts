/** For how long people who were thrown out get back what they had when they join again: as long as the journal goes back. */
export const returnsForDays = 30
