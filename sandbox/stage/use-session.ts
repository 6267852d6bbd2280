import { useEffect, useRef, useState } from 'react'
import type { StageAccount } from './client/control.ts'
import { markRead } from './client/reduce-messages.ts'
import { sentenceOf } from './client/rest.ts'
import { openSession, type StageSession } from './client/session.ts'

/** Signs in as an account and stays connected until another is chosen. */
export function useSession(account: StageAccount | undefined, channelId: string | undefined) {
  const [session, setSession] = useState<StageSession>()
  const [problem, setProblem] = useState<{ account: StageAccount; sentence: string }>()
  const reading = useRef(channelId)
  useEffect(() => {
    reading.current = channelId
    if (channelId !== undefined) session?.live.set(live => markRead(live, channelId))
  }, [channelId, session])
  useEffect(() => {
    if (!account) return undefined
    let open: StageSession | undefined
    let left = false
    openSession(account, () => reading.current)
      .then(opened => {
        open = opened
        if (left) opened.close()
        else setSession(opened)
      })
      .catch((error: unknown) => {
        if (!left) setProblem({ account, sentence: sentenceOf(error) })
      })
    return () => {
      left = true
      open?.close()
    }
  }, [account])
  return {
    session: session?.account === account ? session : undefined,
    problem: problem && problem.account === account ? problem.sentence : undefined,
  }
}
