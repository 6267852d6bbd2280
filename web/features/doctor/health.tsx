import { Link } from '@tanstack/react-router'
import { ArrowRight, ShieldCheck, Stethoscope, TriangleAlert } from 'lucide-react'
import { useModules } from '#web/app/modules.ts'
import { useProductName } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Fence } from '#web/ui/fence.tsx'
import { bySeverity, useDoctor } from './findings.ts'
import './health.css'

/** One strip: what the bot lacks in this server and how to fix it, or that it lacks nothing. */
export function HealthStrip({ guildId }: { guildId: string }) {
  const product = useProductName()
  const doctor = useDoctor(guildId)
  const modules = useModules(guildId).data?.modules.filter(module => module.switchable) ?? []
  const [worst, ...others] = bySeverity(doctor.data?.findings ?? [])
  const on = modules.filter(module => module.enabled).length
  const sound = doctor.data !== undefined && !worst
  return (
    <Card as="section" className="condition" aria-label="Condition" data-tone={worst?.severity}>
      <Sign state={worst ? 'lacking' : sound ? 'sound' : 'unknown'} modules={modules} />
      <div>
        <h2>{worst?.title ?? (sound ? `${product} has all it needs here` : headline(doctor.isError))}</h2>
        <p>
          {worst ? `${worst.repair} ${others.length ? `${others.length} more to look at.` : ''}` : ''}
          {sound && modules.length > 0 && `${on} of ${modules.length} modules on.`}
          {sound && modules.length === 0 && 'Permissions, roles and channels are in order.'}
        </p>
      </div>
      <Link className="link" to="/manage/$guildId/doctor" params={{ guildId }}>
        Open the doctor
        <ArrowRight aria-hidden />
      </Link>
    </Card>
  )
}

/** The fence counts modules; without any there is nothing to count. */
function Sign({
  state,
  modules,
}: {
  state: 'lacking' | 'sound' | 'unknown'
  modules: readonly { enabled: boolean }[]
}) {
  if (state === 'unknown') return <Stethoscope className="lucide icon-lg" aria-hidden />
  if (state === 'lacking') return <TriangleAlert className="lucide icon-lg" aria-hidden />
  if (modules.length === 0) return <ShieldCheck className="lucide icon-lg" aria-hidden />
  return <Fence pickets={modules.map(module => (module.enabled ? 'on' : 'off'))} />
}

const headline = (failed: boolean) => (failed ? 'The check could not be completed' : 'Checking this server...')
