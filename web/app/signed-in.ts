const key = 'palisade-signed-in'

/** Whether somebody was signed in when this browser last checked; false where storage is forbidden. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Keeps that for the next page: it then need not ask first whether anybody is signed in. */
export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage every page asks first.
  }
}
