import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import automod from '#features/automod/contract.ts'
import { call } from '#web/app/api.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { When } from '#web/app/history/relative-time.tsx'
import { type NarrowableList, OnePerson } from '#web/app/list/one-person.tsx'
import { reload } from '#web/app/list/reload.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { useArrivalAt } from '#web/app/use-arrival.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { clearStrikesText } from './clear-strikes-text.ts'
import { strikesKey } from './strikes-key.ts'

/** Who has strikes that count, and what for. They can be forgiven. */
export function Strikes({ guildId, userId, arrival, onAll }: NarrowableList) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ id: string; name: string }>()
  const readOnly = !useMayManage(guildId)(automod.name)
  const strikes = useQuery({
    queryKey: [...strikesKey(guildId), 'list', userId],
    queryFn: ({ signal }) => call(automod, 'strikes', { params: { guildId }, query: { user: userId }, signal }),
  })
  const forgive = useMutation({
    mutationFn: (userId: string) => call(automod, 'forgive', { params: { guildId, userId } }),
    onSettled: async () => {
      setAsked(undefined)
      await reload(client, strikesKey(guildId))
    },
  })
  const section = useArrivalAt(arrival, !strikes.isPending)
  const { members = [], limit = 0 } = strikes.data ?? {}
  return (
    <Section
      ref={section}
      title="Strikes"
      purpose="Offenses that currently count"
      foot={
        <Button
          size="sm"
          variant="ghost"
          icon={<RefreshCw aria-hidden />}
          busy={strikes.isFetching && strikes.data !== undefined}
          onClick={() => void strikes.refetch()}
        >
          Refresh
        </Button>
      }
    >
      {strikes.isError && <Banner tone="danger" title="The strikes could not be loaded." />}
      <FailedAct of={forgive} />
      {userId !== undefined && (
        <OnePerson
          what="Strikes"
          guildId={guildId}
          userId={userId}
          name={members.find(({ id }) => id === userId)?.name}
          onClear={onAll}
        />
      )}
      {strikes.data && members.length === 0 && (
        <p className="field-help">{userId === undefined ? 'Nobody has a strike.' : 'No strikes that count.'}</p>
      )}
      {members.length > 0 && (
        <ul className="strikes">
          {members.map(member => (
            <li key={member.id}>
              <div>
                <b>
                  <MemberLink id={member.id}>{member.name}</MemberLink>
                </b>{' '}
                <Badge tone={member.strikes >= limit - 1 ? 'danger' : 'warning'}>
                  {member.strikes} of {limit}
                </Badge>
                <p>
                  {member.lastRule}, <When within at={member.lastAt} now={strikes.dataUpdatedAt} />
                </p>
                {member.lastText !== null && <p className="strike-text">{member.lastText}</p>}
              </div>
              <Button size="sm" why={readOnly} aria-label={`Forgive ${member.name}`} onClick={() => setAsked(member)}>
                Forgive
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={`Forgive ${asked?.name ?? ''}?`}
        action="Forgive"
        danger={false}
        busy={forgive.isPending}
        onConfirm={() => asked && forgive.mutate(asked.id)}
        onCancel={() => setAsked(undefined)}
      >
        {clearStrikesText}
      </ConfirmDialog>
    </Section>
  )
}
