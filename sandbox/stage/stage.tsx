import { useCallback, useEffect, useMemo, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Chat } from './chat/chat.tsx'
import { canView } from './client/access.ts'
import { channelGroups, firstChannel } from './client/channels.ts'
import { readWorld, type StageAccount, type StageWorld } from './client/control.ts'
import type { LiveState } from './client/model.ts'
import { lookupIn } from './client/people.ts'
import { DIRECT, type Address } from './client/address.ts'
import { sentenceOf } from './client/rest.ts'
import type { StageSession } from './client/session.ts'
import { StageProvider, useStore } from './context.ts'
import { ModalDialog } from './modal/modal.tsx'
import { Screens, type Screen } from './screens.tsx'
import { TopBar } from './top-bar.tsx'
import { useClock } from './use-clock.ts'
import { useAddress } from './client/address.ts'
import { useSession } from './use-session.ts'
import { Accounts } from './side/accounts.tsx'
import { Channels } from './side/channels.tsx'
import { GuildSwitcher } from './side/guild-switcher.tsx'
import { AuditLog } from './panels/audit-log.tsx'
import { Members } from './panels/members.tsx'
import { TroublePanel } from './panels/trouble.tsx'
import './side/side.css'
import './stage.css'
import './panels/panels.css'

/** The whole page: reads the world, signs in as the account in the URL, and shows it. */
export function Stage() {
  const [world, setWorld] = useState<StageWorld>()
  const [problem, setProblem] = useState<string>()
  const [place, go] = useAddress()
  useEffect(() => {
    readWorld()
      .then(setWorld)
      .catch((error: unknown) => setProblem(sentenceOf(error)))
  }, [])
  const account = world?.accounts.find(each => each.login === place.as) ?? world?.accounts[0]
  const signIn = useSession(account, place.channel)
  const failed = problem ?? signIn.problem
  if (failed !== undefined) {
    return (
      <main className="stage-alone">
        <Banner tone="danger" title="The sandbox is not responding.">
          {failed} Start it with npm run demo, then reload this page.
        </Banner>
      </main>
    )
  }
  if (!world || !account) return <CentredSpinner label="Opening the stage..." />
  return <Signed world={world} account={account} session={signIn.session} place={place} go={go} />
}

interface SignedProps {
  world: StageWorld
  account: StageAccount
  session: StageSession | undefined
  place: Address
  go(change: Address, replace?: boolean): void
}

function Signed({ session, ...rest }: SignedProps) {
  if (!session) return <CentredSpinner label={`Signing in as ${rest.account.display_name}...`} />
  return <Connected key={session.account.login} session={session} {...rest} />
}

/** The location in the URL, corrected when this account cannot see it. */
function settle(live: LiveState, place: Address, now: number): Address {
  if (place.guild === DIRECT) return place
  const guildId = place.guild && live.guilds[place.guild] ? place.guild : Object.keys(live.guilds)[0]
  if (guildId === undefined) return { guild: DIRECT }
  const channel = place.channel === undefined ? undefined : live.channels[place.channel]
  if (channel?.guild_id === guildId && guildId === place.guild && canView(live, channel.id, now)) return place
  const first = firstChannel(channelGroups(live, guildId, now))
  return first === undefined ? { guild: guildId } : { guild: guildId, channel: first }
}

function Connected({ world, session, place, go }: SignedProps & { session: StageSession }) {
  const live = useStore(session.live)
  const [sentence, say] = useState<string>()
  const [screen, setScreen] = useState<Screen>('chat')
  const [tab, setTab] = useState('trouble')
  const now = useClock()
  const ready = live.me !== undefined && live.awaited.length === 0
  const settled = ready ? settle(live, place, now) : place
  useEffect(() => {
    const { guild, channel } = settled
    if (guild !== place.guild || channel !== place.channel || place.as !== session.account.login) {
      go({ as: session.account.login, ...(guild && { guild }), ...(channel && { channel }) }, true)
    }
  }, [settled, place, session, go])
  useEffect(() => {
    if (sentence === undefined) return undefined
    const timer = setTimeout(() => say(undefined), 8000)
    return () => clearTimeout(timer)
  }, [sentence])

  const guildId = settled.guild === DIRECT ? undefined : settled.guild
  const lookup = useMemo(() => lookupIn(live, guildId, location.origin), [live, guildId])
  const move = useCallback(
    (change: Address) => {
      go(change)
      setScreen('chat')
    },
    [go],
  )
  const view = {
    world,
    session,
    live,
    guild: guildId === undefined ? undefined : live.guilds[guildId],
    channel: settled.channel === undefined ? undefined : live.channels[settled.channel],
    place: settled,
    now,
    go: move,
    say,
  }
  return (
    <StageProvider value={view}>
      <LookupProvider value={lookup}>
        <div className="stage" data-screen={screen}>
          <TopBar />
          <main className="stage-main">
            <LeftSide />
            <Chat key={settled.channel} />
            <RightPanel tab={tab} onTab={setTab} />
          </main>
          <Screens
            screen={screen}
            onChange={next => {
              setScreen(next)
              if (next === 'members' || next === 'trouble') setTab(next)
            }}
          />
        </div>
        <ModalDialog />
        {sentence !== undefined && (
          <div className="stage-sentence">
            <Banner tone="danger" title={sentence} onClose={() => say(undefined)} />
          </div>
        )}
      </LookupProvider>
    </StageProvider>
  )
}

function LeftSide() {
  return (
    <div className="stage-left">
      <GuildSwitcher />
      <Accounts />
      <Channels />
    </div>
  )
}

/** Beside the chat: trouble, members and audit log. On a phone the bottom bar switches between them. */
function RightPanel({ tab, onTab }: { tab: string; onTab(tab: string): void }) {
  return (
    <section className="stage-right" aria-label="Trouble, members and audit log">
      <Tabs
        label="Beside the chat"
        value={tab}
        onValueChange={onTab}
        tabs={[
          { value: 'trouble', label: 'Trouble', content: <TroublePanel /> },
          { value: 'members', label: 'Members', content: <Members /> },
          { value: 'audit', label: 'Audit log', content: <AuditLog /> },
        ]}
      />
    </section>
  )
}
