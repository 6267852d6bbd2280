/** The area where values are drawn, in CSS px. A chart is drawn at its real width, so that its text is never scaled. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  /** The y position of a value. */
  y(value: number): number
  /** The x position of the middle of a place. */
  x(place: number): number
}

/** The values of all places in words; undefined for places without one. */
export type Words = readonly (string | undefined)[]

/** A column of the table for screen readers. */
export interface Column {
  name: string
  words: Words
}
