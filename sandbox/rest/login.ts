import { userToken } from '../tokens.ts'
import { invalidForm } from '../world/errors.ts'
import { json, routes } from './route.ts'

/** The password of every demo account. */
export const demoPassword = 'sandbox'

const refused = () =>
  invalidForm(
    ['login', 'password'].map(path => ({ path, code: 'INVALID_LOGIN', message: 'Login or password is invalid.' })),
  )

/** Signing in as a member, as Discord's own client does. */
export const loginRoutes = routes([
  {
    method: 'POST',
    path: '/auth/login',
    callers: 'any',
    handle({ sandbox, body }) {
      const { login, password } = (body ?? {}) as { login?: unknown; password?: unknown }
      for (const [id, account] of sandbox.world.accounts)
        if (!account.bot && account.login === login && password === demoPassword)
          return json({ token: userToken(sandbox.world.seed, id), user_id: id })
      throw refused()
    },
  },
])
