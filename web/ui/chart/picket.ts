/** The SVG path of a picket. @param y its tip @param ground where it stands */
export function picket(x: number, width: number, y: number, ground: number): string {
  const tip = Math.min(7, width / 2.5, ground - y)
  return `M${x} ${ground}V${y + tip}L${x + width / 2} ${y}L${x + width} ${y + tip}V${ground}Z`
}
