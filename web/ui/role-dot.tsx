import './role-dot.css'

/** Discord gives #000000 to roles without a colour; it shows as the client's grey. */
export const shownRoleColour = (colour: string): string => (/^#0{6}$/.test(colour) ? '#99aab5' : colour)

/** A role's colour (`#RRGGBB`), beside its name. */
export const RoleDot = ({ colour }: { colour: string }) => (
  <span className="role-dot" style={{ background: shownRoleColour(colour) }} aria-hidden />
)
