import { gone } from '#kit/deleted/template.ts'
import { Shield, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ShownGrant } from '#features/access/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { ListCard } from '#web/app/people/people-list.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { useGrantChanges, useGrants } from './use-access.ts'

/** What a level is called. */
const levelLabels = { view: 'Can see', manage: 'Can manage' } as const

const nameOf = ({ kind, id, name }: ShownGrant) => name ?? (kind === 'role' ? gone.role : `Somebody who left (${id})`)

/** Everybody who has been given access, to what and until when; the owner can revoke it. */
export function GrantList({ guildId, mayChange }: { guildId: string; mayChange: boolean }) {
  const query = useGrants(guildId)
  const { revoke } = useGrantChanges(guildId)
  const [asked, setAsked] = useState<ShownGrant>()
  const grants = query.data?.grants ?? []
  return (
    <>
      <ListCard
        title="People and roles with access"
        none="Only members with Manage Server or Administrator can open this server here."
        state={{ isPending: query.isPending, isError: query.isError, count: grants.length }}
      >
        {grants.map(grant => (
          <li key={`${grant.id}/${grant.feature}`}>
            {grant.kind === 'member' ? <Avatar src={grant.avatarURL} size={32} /> : <Shield aria-hidden />}
            <div className="people-words">
              <b>{grant.kind === 'member' ? <MemberLink id={grant.id}>{nameOf(grant)}</MemberLink> : nameOf(grant)}</b>
              <p>
                {grant.title}, given by {grant.grantedBy ?? 'somebody'}{' '}
                <When within at={grant.at} now={query.dataUpdatedAt} />
                {grant.expiresAt !== null && `, until ${momentText(grant.expiresAt)}`}
              </p>
            </div>
            <div className="people-end">
              <Badge tone={grant.level === 'manage' ? 'accent' : 'neutral'}>{levelLabels[grant.level]}</Badge>
              {mayChange && (
                <IconButton
                  label={`Revoke access of ${nameOf(grant)} to ${grant.title}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => setAsked(grant)}
                />
              )}
            </div>
          </li>
        ))}
      </ListCard>
      {asked && (
        <ConfirmDialog
          open
          title={`Revoke access of ${nameOf(asked)} to ${asked.title}?`}
          action="Revoke"
          busy={revoke.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => revoke.mutate(asked, { onSettled: () => setAsked(undefined) })}
        >
          This takes effect at once, including on pages they have open.
        </ConfirmDialog>
      )}
    </>
  )
}
