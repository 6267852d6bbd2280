import { useEffect, useState } from 'react'
import { Dots } from '#web/ui/discord/controls.tsx'
import { displayName } from '../client/people.ts'
import { useStage } from '../context.ts'

/** Who types here. Each notice counts for ten seconds. */
export function Typing({ channelId }: { channelId: string }) {
  const { live, guild } = useStage()
  const until = live.typing[channelId]
  const [now, setNow] = useState(() => Date.now())
  const someone = Object.values(until ?? {}).some(time => time > now)
  useEffect(() => {
    setNow(Date.now())
    if (!someone) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [someone, until])
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
