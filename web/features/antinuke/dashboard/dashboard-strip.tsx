import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type antinuke from '#features/antinuke/contract.ts'
import type { Reply } from '#contract'
import { reader } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useMayAsk } from '#web/app/own-access.ts'
import { Card } from '#web/ui/card.tsx'
import { Fence } from '#web/ui/fence.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { moduleWords } from './module-words.ts'
import './dashboard-strip.css'

// Type import only: the dashboard has no form, and does not load the schemas.
const readAntinuke = reader<typeof antinuke>()
const name = 'antinuke' satisfies typeof antinuke.name

/** A strip on the dashboard: whether AntiNuke is on, with one picket per module. Only for people who may see that. */
export function DashboardStrip({ guildId }: { guildId: string }) {
  const maySee = useMayAsk(guildId, name)
  const { data, isError } = useQuery({
    queryKey: [...guildKey(guildId), name, 'condition'],
    queryFn: ({ signal }) => readAntinuke('/guild/:guildId/antinuke/condition', { params: { guildId }, signal }),
    enabled: maySee === true,
  })
  if (isError || maySee === false) return null
  return (
    <Card as="section" className="antinuke-strip" aria-label="AntiNuke" aria-busy={!data}>
      {data ? <Condition {...data} /> : <Unknown />}
      <Link className="link" to="/manage/$guildId/antinuke" params={{ guildId }} search={{}}>
        Open AntiNuke
        <ArrowRight aria-hidden />
      </Link>
    </Card>
  )
}

const Condition = ({ enabled, modules }: Reply<typeof antinuke.endpoints.condition>) => (
  <>
    <Fence pickets={modules.map(({ on }) => (enabled && on ? 'on' : 'off'))} />
    <div>
      <h2>{enabled ? 'AntiNuke is on' : 'AntiNuke is off'}</h2>
      <p>{enabled ? moduleWords(modules) : 'Nobody is stopped, and nothing is recorded.'}</p>
    </div>
  </>
)

/** As large as the content that follows, which would otherwise move everything below. */
const Unknown = () => (
  <>
    <Skeleton className="antinuke-strip-fence" />
    <div>
      <h2>AntiNuke</h2>
      <p>
        <Skeleton />
      </p>
    </div>
  </>
)
