import { CircleHelp, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { givenBack, isUndoable, undoFollows } from '#features/antinuke/in-browser.ts'
import type { IncidentReport, ShownSanction, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { MemberButton, MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../card-title.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { CasesButton } from './cases-button.tsx'
import { membersTouchedBy, touchedWords } from './event-subjects.ts'
import { Evidence } from './evidence.tsx'
import { namedSanctions, sanctionWords, undoneText } from './incident-words.ts'
import { NotAnAttack } from './not-an-attack.tsx'
import { NewAddress } from './new-address.tsx'
import { useUndoPunishment } from './use-incidents.ts'
import './incident-side.css'

/** Beside the timeline: who it was, what cannot be restored, the evidence, and how to undo the punishment. */
export function Sides({
  guildId,
  report,
  onOpen,
}: {
  guildId: string
  report: IncidentReport
  onOpen: (object: VerifiedObject) => void
}) {
  return (
    <>
      <People guildId={guildId} report={report} />
      <Lost guildId={guildId} report={report} />
      <Evidence guildId={guildId} report={report} onOpen={onOpen} />
      <Undo guildId={guildId} report={report} />
    </>
  )
}

function People({ guildId, report }: { guildId: string; report: IncidentReport }) {
  const { incident, sanctions, webhooks } = report
  if (sanctions.length > 0)
    return sanctions.map(sanction => (
      <Punished
        key={`${sanction.user.id} ${sanction.settledAt}`}
        guildId={guildId}
        sanction={sanction}
        isWebhook={webhooks.includes(sanction.user.id)}
        touched={touchedWords(membersTouchedBy(sanction.user.id, report), report.moreEvents === 0)}
      />
    ))
  if (incident.actor !== null)
    return (
      <Card as="section" className="incident-side" aria-label="Who it was">
        <div className="incident-who">
          <Avatar src={incident.actor.avatarURL} size={40} />
          <div>
            <b>
              {webhooks.includes(incident.actor.id) ? (
                'A webhook'
              ) : (
                <MemberLink id={incident.actor.id}>{nameOf(incident.actor)}</MemberLink>
              )}
            </b>
            <span>{incident.actor.id}</span>
          </div>
        </div>
        <p className="incident-muted">Nothing was done: the settings ask for no punishment.</p>
      </Card>
    )
  return (
    <Card as="section" className="incident-side" aria-label="Who it was">
      <div className="incident-who">
        <CircleHelp className="lucide icon-lg" aria-hidden />
        <div>
          <b>Unknown</b>
          <span>Discord does not say who it was.</span>
        </div>
      </div>
      <p className="incident-muted">Nobody was punished: anyone else who was here might be innocent.</p>
    </Card>
  )
}

function Punished({
  guildId,
  sanction,
  isWebhook,
  touched,
}: {
  guildId: string
  sanction: ShownSanction
  /** A webhook has no member page and no cases. */
  isWebhook: boolean
  touched: string
}) {
  const { user, roles, settledAt, power, given, memberSince } = sanction
  const facts: readonly (readonly [what: string, value: string])[] = [
    ...power.map(({ role, permissions }) => ['Power came from', `${role ?? 'A role'}: ${permissions}`] as const),
    ...(given ? [['Given by', `${nameOf(given.by)}, ${momentText(given.at)}`] as const] : []),
    ...(memberSince === null ? [] : [['Member since', momentText(memberSince)] as const]),
    ...(settledAt === null
      ? []
      : [[sanction.state === 'undone' ? 'Undone' : 'Settled', momentText(settledAt)] as const]),
    ...(roles > 0 ? [['Roles taken', String(roles)] as const] : []),
    ['Other members touched', touched],
  ]
  const [strongest] = power.flatMap(({ role }) => role ?? [])
  const { tone, label } = sanctionWords(sanction)
  const name = isWebhook && user.name === null ? 'A webhook' : nameOf(user)
  return (
    <Card as="section" className="incident-side" aria-label={name}>
      <div className="incident-who">
        <Avatar src={user.avatarURL} size={40} />
        <div>
          <b>{name}</b>
          <span>{user.id}</span>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className="incident-facts">
        {facts.map(([what, value], place) => (
          // Several roles may have given the power, so labels are not unique.
          <div key={place}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isWebhook && (
        <div className="incident-links">
          <MemberButton id={user.id} name={name} />
          <CasesButton userId={user.id} name={name} />
          {strongest !== undefined && (
            <LinkButton size="sm" variant="ghost" to="/manage/$guildId/antinuke/posture" params={{ guildId }}>
              See what {strongest} can do
            </LinkButton>
          )}
        </div>
      )}
    </Card>
  )
}

/** 'Invite kiln24', 'Messages in general', 'Address of news': field names are in lower case, for use within a sentence. */
function lostWords({ kind, name, field }: NonNullable<IncidentReport['recovery']>['lost'][number]): string {
  if (field === null) return name === null ? kind : `${kind} ${name}`
  if (field === 'messages') return `Messages in ${name ?? 'a channel'}`
  const part = field === 'url' ? 'address' : field
  return `${part.charAt(0).toUpperCase()}${part.slice(1)} of ${name ?? kind}`
}

const mostLost = 8

function Lost({ guildId, report: { incident, recovery, mayUndo } }: { guildId: string; report: IncidentReport }) {
  const [all, setAll] = useState(false)
  const lost = recovery?.lost ?? []
  if (lost.length === 0) return null
  const shown = all ? lost : lost.slice(0, mostLost)
  return (
    <Card as="section" aria-labelledby="cannot-come-back">
      <CardTitle id="cannot-come-back" title="Cannot come back" help="Discord keeps no copy of these.">
        <TriangleAlert className="lucide incident-warning" aria-hidden />
      </CardTitle>
      <ul className="incident-lost">
        {shown.map((one, place) => (
          // The index is a valid key: the list never reorders.
          <li key={place}>
            <b>{lostWords(one)}</b>
            <p>{one.reason}</p>
            {one.newAddress && mayUndo && (
              <NewAddress guildId={guildId} number={String(incident.number)} id={one.id} name={one.name ?? one.kind} />
            )}
          </li>
        ))}
      </ul>
      {shown.length < lost.length && (
        <div className="incident-foot">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {lost.length}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Undo({ guildId, report }: { guildId: string; report: IncidentReport }) {
  const { incident, restoring, sanctions, mayUndo } = report
  const [asking, setAsking] = useState(false)
  const undo = useUndoPunishment(guildId, String(incident.number))
  useClearing(undo.error ?? undo.data, undo.reset)
  const open = sanctions.filter(isUndoable)
  const isBusy = incident.state === 'under-way'
  const goesOn = incident.state !== 'undone' && (isBusy || restoring)
  const isUndone = incident.state === 'undone'
  if (!goesOn && open.length === 0 && !isUndone && !undo.isSuccess && !undo.isError) return null
  const reason = isBusy ? 'It waits until the incident is over.' : mayUndo ? undefined : onlyOwnersMay('undo it')
  return (
    <Card as="section" className="incident-side" aria-labelledby="undo-title">
      <div>
        <h2 id="undo-title">{isUndone && open.length === 0 ? 'Undone' : 'Was this a mistake?'}</h2>
        <p className="incident-muted">
          {open.length === 0
            ? goesOn
              ? 'If so, I stop and undo what I have done.'
              : 'Everything that could be undone has been. What they did until then no longer counts.'
            : [...givenBack(namedSanctions(open)), 'What was restored stays.'].join(' ')}
        </p>
      </div>
      {undo.isError && (
        <Banner tone="danger" title={undo.error.message} onClose={undo.reset}>
          Nothing else was changed.
        </Banner>
      )}
      {undo.isSuccess && <Banner tone="success" title={undoneText(undo.data.undone)} onClose={undo.reset} />}
      <NotAnAttack guildId={guildId} report={report} />
      {open.length > 0 && (
        <div>
          <Button
            icon={<Undo2 aria-hidden />}
            why={reason}
            aria-describedby={reason === undefined ? undefined : 'undo-reason'}
            onClick={() => setAsking(true)}
          >
            Undo punishment
          </Button>
          {reason !== undefined && (
            <p className="incident-muted" id="undo-reason">
              {reason}
            </p>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title="Undo punishment"
        action="Undo punishment"
        danger={false}
        busy={undo.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => undo.mutate(undefined, { onSettled: () => setAsking(false) })}
        follows={undoFollows(namedSanctions(open))}
      >
        {open.length === 1 ? 'One punishment is' : `${formatNumber(open.length)} punishments are`} undone:
      </ConfirmDialog>
    </Card>
  )
}
