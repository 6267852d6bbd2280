/** Where the values are drawn, in CSS px: a chart is drawn at its real width, so that its text is never scaled. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  /** The height of a value. */
  y(value: number): number
  /** The middle of a place. */
  x(place: number): number
}

/** The values of all places in words; undefined where there is none. */
export type Words = readonly (string | undefined)[]

/** What is told of the places: a column of the table that is heard. */
export interface Column {
  name: string
  words: Words
}
