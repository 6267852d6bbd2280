/** The slash root that the invite commands live under, as in `/invites inviter`. */
export const slashRoot = {
  name: 'invites',
  description: 'Shows who invited whom, and manages invite counts and rewards',
}
