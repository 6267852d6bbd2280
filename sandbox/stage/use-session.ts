import { useEffect, useRef, useState } from 'react'
import type { StageAccount } from './client/control.ts'
import { sentenceOf } from './client/rest.ts'
import { openSession, type Session } from './client/session.ts'

/** Signs in as an account and stays connected until another is chosen. */
export function useSession(account: StageAccount | undefined, channelId: string | undefined) {
  const [session, setSession] = useState<Session>()
  const [problem, setProblem] = useState<string>()
  const reading = useRef(channelId)
  useEffect(() => {
    reading.current = channelId
  }, [channelId])
  const login = account?.login
  useEffect(() => {
    if (!account) return undefined
    let open: Session | undefined
    let left = false
    setProblem(undefined)
    openSession(account, () => reading.current)
      .then(opened => {
        open = opened
        if (left) opened.close()
        else setSession(opened)
      })
      .catch((error: unknown) => {
        if (!left) setProblem(sentenceOf(error))
      })
    return () => {
      left = true
      open?.close()
    }
    // The account's other fields do not change who is signed in.
  }, [login])
  return { session: session?.account.login === login ? session : undefined, problem }
}
