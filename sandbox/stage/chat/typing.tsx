import { Dots } from '#web/ui/discord/controls.tsx'
import { displayName } from '../client/people.ts'
import { useStage } from '../context.ts'
import { useClock } from '../use-clock.ts'

/** Who is typing here. Each event counts for ten seconds. */
export function Typing({ channelId }: { channelId: string }) {
  const { live, guild } = useStage()
  const until = live.typing[channelId]
  const now = useClock(1000)
  const names = Object.entries(until ?? {})
    .filter(([, time]) => time > now)
    .map(([id]) => displayName(live, guild, id) ?? 'Somebody')
  return (
    <p className="typing" aria-live="polite">
      {names.length > 0 && (
        <>
          <Dots /> {sentence(names)}
        </>
      )}
    </p>
  )
}

function sentence(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} is typing...`
  return names.length > 3 ? 'Several people are typing...' : `${names.join(', ')} are typing...`
}
