/** What is said before somebody's strikes are taken from them. */
export const forgiven = 'All strikes of this member are removed. What has been done to them already stays.'
