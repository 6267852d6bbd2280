import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type general from '#features/general/contract.ts'
import { reader } from '#web/app/api.ts'
import { formatNumber } from '#web/ui/numbers.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useProductName } from '#web/app/queries.ts'
import { logToConsole } from '#web/app/console-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { countUsers } from './feature-cards.ts'
import './stats.css'

const readGeneral = reader<typeof general>()

/** The guild's members, and the bot's users and guilds. */
export function Stats({ guildId, guildName }: { guildId: string; guildName: string }) {
  const product = useProductName()
  const [refreshing, setRefreshing] = useState(false)
  const status = useQuery({
    queryKey: ['bot-status'],
    queryFn: ({ signal }) => readGeneral('/debug/bot-status', { signal }),
  })
  const stats = useQuery({
    queryKey: [...guildKey(guildId), 'stats'],
    queryFn: ({ signal }) => readGeneral('/guild/:guildId/stats', { params: { guildId }, signal }),
  })

  if (status.isLoadingError || stats.isLoadingError)
    return (
      <Banner tone="danger" title="Failed to load dashboard data">
        <TextButton
          onClick={() => {
            void status.refetch()
            void stats.refetch()
          }}
        >
          Try again
        </TextButton>
      </Banner>
    )

  const refresh = async () => {
    setRefreshing(true)
    const { error } = await stats.refetch()
    if (error) logToConsole('Refreshing the member count failed', error)
    setRefreshing(false)
  }
  return (
    <div className="stats">
      <Stat title="Guild Members" value={stats.data?.stats.memberCount} note={`in ${guildName}`}>
        <Button
          size="sm"
          variant="ghost"
          className="stat-refresh"
          icon={<RefreshCw className="icon-sm" aria-hidden />}
          busy={refreshing}
          onClick={() => void refresh()}
        >
          Refresh count
        </Button>
      </Stat>
      <Stat title="Users of the bot" value={status.data && countUsers(status.data.guilds)} note="over all its guilds" />
      <Stat title="Guilds of the bot" value={status.data?.guildCount} note={`where ${product} is installed`} />
    </div>
  )
}

function Stat({
  title,
  value,
  note,
  children,
}: {
  title: string
  value: number | undefined
  note: string
  children?: ReactNode
}) {
  return (
    <Card className="stat" as="section" aria-label={title}>
      <div className="stat-head">
        <h2>{title}</h2>
        {children}
      </div>
      <p className="stat-figure" aria-live="polite">
        {value === undefined ? <Skeleton className="stat-skeleton" /> : formatNumber(value)}
      </p>
      <p className="stat-note">{note}</p>
    </Card>
  )
}
