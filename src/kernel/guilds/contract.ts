/** What the bot asks of a server where it is not administrator. */
export interface AskedPermissions {
  /** All of them as Discord's number. */
  bits: string
  list: readonly {
    permission: string
    /** As Discord's client calls it. */
    name: string
    /** What for, by the feature that uses it. */
    uses: readonly { feature: string; why: string }[]
  }[]
}
