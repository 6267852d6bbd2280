import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type automod from '#features/automod/contract.ts'
import { reader } from '#web/app/api.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { When } from '#web/app/history/relative-time.tsx'
import { reload } from '#web/app/list/reload.ts'
import { MemberCard } from '#web/app/people/member-card.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { inSentence } from '#web/app/people/in-sentence.ts'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fence } from '#web/ui/fence.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { clearStrikesText } from '../clear-strikes-text.ts'
import { strikesKey } from '../strikes-key.ts'

// Type import only, so that the page does not load the schemas.
const readAutomod = reader<typeof automod>()

/** Somebody's strikes that count now. */
export const strikesOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...strikesKey(guildId), 'of', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { limit, members } = await readAutomod('/guild/:guildId/automod/strikes', {
      params: { guildId },
      query: { user: userId },
      signal,
    })
    return { limit, own: members.find(({ id }) => id === userId) }
  },
})

/** A card on a member's page: how many strikes count, and the limit. */
export function StrikesCard(person: PersonShown) {
  const { guildId, userId, name } = person
  const query = useQuery(strikesOf(person))
  const mayManage = useMayManage(guildId)
  return (
    <MemberCard
      title="Strikes"
      query={query}
      none={({ own }) => (own ? undefined : 'No strikes that count.')}
      renderEnd={({ own, limit }) => (
        <Link className="link" to="/manage/$guildId/automod" params={{ guildId }} search={{ strikes: userId }}>
          {own?.strikes} of {limit}
          <span className="visually-hidden"> strikes, in the list</span>
        </Link>
      )}
    >
      {({ own, limit }) =>
        own && (
          <>
            <Fence
              label={`${own.strikes} of ${limit} strikes`}
              pickets={Array.from({ length: limit }, (_, place) => (place < own.strikes ? 'warning' : 'off'))}
            />
            <p className="member-note">
              <span>
                Last strike: {own.lastRule}, <When at={own.lastAt} now={query.dataUpdatedAt} within />
              </span>
            </p>
            {mayManage('automod' satisfies typeof automod.name) && (
              <Clear guildId={guildId} userId={userId} name={name} />
            )}
          </>
        )
      }
    </MemberCard>
  )
}

function Clear({ guildId, userId, name }: { guildId: string; userId: string; name: string }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const own = useRef<HTMLDivElement>(null)
  const clear = useMutation({
    mutationFn: async () => {
      const [{ default: contract }, { call }] = await Promise.all([
        import('#features/automod/contract.ts'),
        import('#web/app/api.ts'),
      ])
      return call(contract, 'forgive', { params: { guildId, userId } })
    },
    onSettled: async (_reply, error) => {
      const heading = own.current?.closest('section')?.querySelector('h2')
      setAsking(false)
      await reload(client, strikesKey(guildId))
      // The button has disappeared together with the strikes.
      if (!error) heading?.focus()
    },
  })
  return (
    <>
      <FailedAct of={clear} />
      <div ref={own}>
        <Button size="sm" onClick={() => setAsking(true)}>
          Clear strikes
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Clear the strikes of ${inSentence(name)}?`}
        action="Clear strikes"
        danger={false}
        busy={clear.isPending}
        onConfirm={() => clear.mutate()}
        onCancel={() => setAsking(false)}
      >
        {clearStrikesText}
      </ConfirmDialog>
    </>
  )
}
