import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from './page.tsx'
import { logToConsole } from './console-error.ts'
import './notice.css'

/** A page that failed to load or to render. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => logToConsole('Page error', error), [error])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title="Something went wrong" className="notice-page">
      <Empty
        level={1}
        title="This page could not be shown"
        action={
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        }
      >
        {navigator.onLine
          ? 'Nothing you saved is lost. If it keeps failing, reload the page.'
          : 'There is no connection. Nothing you saved is lost; try again once you are online.'}
      </Empty>
    </Page>
  )
}
