/** Something that people were promised or count on and that is not done. */
export interface UnkeptPromise {
  /** The title of the feature that promised it. */
  feature: string
  /** What was not done, after 'I could not'. */
  promise: string
  /** What stands in its way or was tried, and what to do about it: whole sentences. */
  why: string
}
