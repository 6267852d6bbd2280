/** A measured row, for people and for the file of figures. */
export interface Row {
  lines: string[]
  figures: Record<string, number>
}
