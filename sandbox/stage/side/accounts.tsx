import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { useKeyDown } from '#web/ui/use-key-down.ts'
import type { StageAccount } from '../client/control.ts'
import { useStage } from '../context.ts'

/** The most used accounts, in the order of their keys. */
const USUAL = ['owner', 'moderator', 'member1', 'rogue']

/** Usual accounts first, then the one in use, if it is another. */
function shortList(accounts: readonly StageAccount[], current: string): StageAccount[] {
  const usual = USUAL.flatMap(login => accounts.find(each => each.login === login) ?? [])
  const first = usual.length > 0 ? usual : accounts.slice(0, USUAL.length)
  const used = accounts.find(each => each.login === current)
  return !used || first.includes(used) ? first : [...first, used]
}

/** Switches accounts. Alt and a digit switch to the first nine. */
export function Accounts() {
  const { world, session, place, live, guild, go } = useStage()
  const [all, setAll] = useState(false)
  const { accounts } = world
  const current = session.account.login
  const shown = all ? accounts : shortList(accounts, current)
  useKeyDown(event => {
    const chosen = event.altKey && /^Digit[1-9]$/.test(event.code) ? shown[Number(event.code.slice(5)) - 1] : undefined
    if (!chosen) return
    event.preventDefault()
    go({ as: chosen.login })
  })

  const what = (account: StageAccount) =>
    guild && account.roles[guild.id] === undefined ? 'Not in this server' : account.what
  return (
    <section className="accounts" aria-labelledby="accounts-title">
      <h2 id="accounts-title" className="side-title">
        ACT AS
      </h2>
      {shown.map((account, key) => (
        <button
          key={account.login}
          type="button"
          className="account"
          data-login={account.login}
          aria-pressed={account.login === current}
          onClick={() => go({ ...place, as: account.login })}
        >
          <span
            className="presence"
            data-status={guild?.presences[account.user_id] ?? (account.user_id === live.me?.id ? 'online' : 'offline')}
          >
            <Avatar src={new URL(account.avatar_url, location.origin).pathname} size={28} />
          </span>
          <span className="account-name">
            <span className="visually-hidden">Act as </span>
            <b className="truncate">{account.display_name}</b>
            <small>{what(account)}</small>
          </span>
          {account.login === current ? (
            <Check className="icon-sm" aria-hidden />
          ) : (
            key < 9 && (
              <kbd className="key" aria-hidden title={`Alt and ${key + 1}`}>
                {key + 1}
              </kbd>
            )
          )}
        </button>
      ))}
      {accounts.length > shown.length || all ? (
        <button type="button" className="accounts-more" aria-expanded={all} onClick={() => setAll(!all)}>
          <ChevronDown className="icon-sm" aria-hidden />
          {all ? 'Fewer accounts' : `${accounts.length - shown.length} more accounts`}
        </button>
      ) : undefined}
    </section>
  )
}
