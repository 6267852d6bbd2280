/** What is said before somebody's strikes are taken from them. */
export const forgiven = 'All strikes of this member are removed. Punishments they have already received stay.'
