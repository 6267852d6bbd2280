import { Link } from '@tanstack/react-router'
import { ArrowRight, ShieldCheck, Stethoscope } from 'lucide-react'
import { useModules } from '#web/app/modules.ts'
import { useProductName } from '#web/app/queries.ts'
import { useNeeds } from '#web/app/slots.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fence } from '#web/ui/fence.tsx'
import { bySeverity, useDoctor } from './findings.ts'
import { needOf, Needs } from './needs-card.tsx'
import './health.css'

/** What needs a person, from the doctor and all features; a single strip that says so if nothing does. */
export function HealthStrip({ guildId }: { guildId: string }) {
  const product = useProductName()
  const doctor = useDoctor(guildId)
  const modules = useModules(guildId).data?.modules.filter(module => module.switchable) ?? []
  const others = useNeeds(guildId)
  const findings = bySeverity(doctor.data?.findings ?? [])
  const needs = [...findings.map(finding => needOf(finding, guildId)), ...others.entries]
  if (needs.length > 0) return <Needs guildId={guildId} needs={needs} />
  const on = modules.filter(module => module.enabled).length
  const sound = doctor.data !== undefined && !others.isPending
  return (
    <Card as="section" className="condition" aria-label="Condition">
      <Sign sound={sound} modules={modules} />
      <div>
        <h2>{sound ? `${product} has all it needs here` : headline(doctor.isError)}</h2>
        <p>
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
function Sign({ sound, modules }: { sound: boolean; modules: readonly { enabled: boolean }[] }) {
  if (!sound) return <Stethoscope className="lucide icon-lg" aria-hidden />
  if (modules.length === 0) return <ShieldCheck className="lucide icon-lg" aria-hidden />
  return <Fence pickets={modules.map(module => (module.enabled ? 'on' : 'off'))} />
}

const headline = (failed: boolean) => (failed ? 'The check could not be completed' : 'Checking this server...')
