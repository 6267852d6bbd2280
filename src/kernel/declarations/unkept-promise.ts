/** Something that people were promised or rely on and that was not done. */
export interface UnkeptPromise {
  /** The title of the feature that promised it. */
  feature: string
  /** What was not done, as the words after 'I could not'. */
  promise: string
  /** What prevents it or was tried, and what to do about it, in whole sentences. */
  why: string
}
