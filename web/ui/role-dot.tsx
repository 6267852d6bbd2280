import './role-dot.css'

/** Discord sends #000000 for roles without a color; they are shown in the client's gray. */
export const shownRoleColour = (colour: string): string => (/^#0{6}$/.test(colour) ? '#99aab5' : colour)

/** A role's colour (`#RRGGBB`), beside its name. */
export const RoleDot = ({ colour }: { colour: string }) => (
  <span className="role-dot" style={{ background: shownRoleColour(colour) }} aria-hidden />
)
