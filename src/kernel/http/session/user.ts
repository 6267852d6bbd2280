/** Who has signed in, as Discord names them. */
export interface SessionUser {
  id: string
  username: string
  avatar: string | null
  email: string | null
  discriminator: string
}
