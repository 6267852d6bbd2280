import { Link } from '@tanstack/react-router'
import { Check, KeyRound, ListChecks } from 'lucide-react'
import permissions from 'virtual:permissions'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

export type PermissionSet = 'administrator' | 'least'

const count = permissions.list.length

/** The invite link that asks for these permissions. */
export function inviteWith(link: string, set: PermissionSet): string {
  const url = new URL(link)
  if (set === 'least') url.searchParams.set('permissions', permissions.bits)
  return url.href
}

const sentence = (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`

/** The permissions asked for, and what each is needed for, as declared by the features. */
export function PermissionCard({ set, name, core }: { set: PermissionSet; name: string; core: string }) {
  return (
    <Card className="permissions">
      {set === 'administrator' ? (
        <div className="permissions-top">
          <KeyRound aria-hidden />
          <div>
            <b>Administrator</b> <Badge tone="accent">Recommended</Badge>
            <p>
              One permission instead of {count}. An attacker with channel rights cannot lock {name} out of the channel
              it has to restore. It also means you trust this copy and whoever runs it: ask who that is, on the{' '}
              <Link to="/dev" className="link">
                developer page
              </Link>
              .
            </p>
          </div>
        </div>
      ) : (
        <div className="permissions-top">
          <ListChecks aria-hidden />
          <div>
            <b>Only what is needed</b>
            <p>
              An attacker may hide a channel from {name}; it can then not be restored. A feature that lacks a permission
              in a channel does not work there, and says so.
            </p>
          </div>
        </div>
      )}
      {set === 'administrator' && (
        <h3>
          Without it, {name} asks for these {count}
        </h3>
      )}
      <ul className="permission-list">
        {permissions.list.map(({ permission, name: label, uses: [first, ...others] }) => (
          <li key={permission}>
            <Check className="icon-sm" aria-hidden />
            <div>
              <b>{label}</b>
              <p>{first && sentence(first.why)}</p>
              <p className="permission-uses">
                {first?.feature === core ? 'Everything' : [first, ...others].map(use => use?.feature).join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
