/** The consent page does what Discord's own does: it signs the member in and posts the decision to the REST API. */

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light')
dark.addEventListener('change', paint)
paint()

const manageGuild = 1n << 5n

/** @throws Error with the API's own sentence */
async function call(path, token, body) {
  const response = await fetch(`/api/v10${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

function start() {
  const form = document.querySelector('form')
  if (!form) return
  const problem = form.querySelector('[role=alert]')
  const guildPicker = form.querySelector('select')
  const authorize = form.querySelector('button.primary')
  const chosen = () => new FormData(form).get('account')
  const signIn = async () => (await call('/auth/login', undefined, { login: chosen(), password: 'sandbox' })).token
  const tell = error => {
    problem.textContent = error instanceof Error ? error.message : String(error)
  }

  async function listGuilds() {
    const login = chosen()
    const { guilds } = await call(`/oauth2/authorize${location.search}`, await signIn())
    if (login !== chosen()) return
    const asked = new URLSearchParams(location.search).get('guild_id')
    const manageable = guilds.filter(guild => (BigInt(guild.permissions) & manageGuild) !== 0n)
    guildPicker.replaceChildren(...manageable.map(guild => new Option(guild.name, guild.id)))
    if (manageable.some(guild => guild.id === asked)) guildPicker.value = asked
    problem.textContent =
      manageable.length === 0 ? 'This account may add a bot to no server. Choose another account.' : ''
    authorize.disabled = manageable.length === 0
  }

  async function decide(allowed) {
    problem.textContent = ''
    authorize.disabled = true
    try {
      const guild = guildPicker ? { guild_id: guildPicker.value } : {}
      const body = allowed ? { authorize: true, ...guild } : { authorize: false }
      const { location: next } = await call(`/oauth2/authorize${location.search}`, await signIn(), body)
      location.assign(next)
    } catch (error) {
      tell(error)
      authorize.disabled = false
    }
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    void decide(true)
  })
  form.querySelector('button[type=button]').addEventListener('click', () => void decide(false))
  if (guildPicker) {
    form.addEventListener('change', event => {
      if (event.target.name === 'account') listGuilds().catch(tell)
    })
    listGuilds().catch(tell)
  }
}

document.addEventListener('DOMContentLoaded', start)
