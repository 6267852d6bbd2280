import { useActions } from './actions.ts'
import { useLookup } from './lookup.ts'
import type { MessageAuthor } from './model.ts'

/** The name shown for a user: nickname, display name or user name, in this order. */
export function useAuthorName(user: MessageAuthor): { name: string; colour?: string } {
  return useLookup().user(user.id) ?? { name: user.global_name ?? user.username }
}

/** An initial on a plain disc if there is no picture. */
export function AuthorAvatar({ user, size = 40 }: { user: MessageAuthor; size?: number }) {
  const address = useLookup().avatar(user)
  if (address) return <img className="msg-avatar" src={address} alt="" width={size} height={size} loading="lazy" />
  return (
    <span className="msg-avatar msg-initial" style={{ width: size, height: size }} aria-hidden>
      {user.username.slice(0, 1).toUpperCase()}
    </span>
  )
}

interface AuthorNameProps {
  user: MessageAuthor
  webhook?: boolean
  /** Whether to leave out the badge. */
  plain?: boolean
}

export function AuthorName({ user, webhook = false, plain = false }: AuthorNameProps) {
  const actions = useActions()
  const known = useAuthorName(user)
  const name = webhook ? user.username : known.name
  const coloured = known.colour !== undefined && !webhook
  const look = {
    className: coloured ? 'msg-name role-name' : 'msg-name',
    style: { '--m-name': coloured ? known.colour : undefined },
  }
  return (
    <>
      {actions && !webhook ? (
        <button type="button" {...look} onClick={() => actions.openPerson(user.id)}>
          {name}
        </button>
      ) : (
        <b {...look}>{name}</b>
      )}
      {!plain && (user.bot || webhook) && <span className="msg-tag">APP</span>}
    </>
  )
}
