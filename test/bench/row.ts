/** A row of results, for people and for the results file. */
export interface Row {
  lines: string[]
  figures: Record<string, number>
}
