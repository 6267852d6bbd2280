/** The permissions that the bot needs in a server where it is not an administrator. */
export interface AskedPermissions {
  /** All of them as Discord's bit field, in decimal. */
  bits: string
  list: readonly {
    permission: string
    /** Its name in Discord's client. */
    name: string
    /** The features that use it, and what for. */
    uses: readonly { feature: string; why: string }[]
  }[]
}
