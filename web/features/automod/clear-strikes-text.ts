/** The text of the question before somebody's strikes are cleared. */
export const clearStrikesText = 'All strikes of this member are removed. Punishments they have already received stay.'
