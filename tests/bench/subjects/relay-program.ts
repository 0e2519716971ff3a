// A relay that passes requests on to a bucket and does nothing else: no person, no rights, no signature, no journal, no
// index. `node relay-program.ts STORE_URL BUCKET PORT`
import http from 'node:http'

const [store = '', bucket = '', port = ''] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true })
/** What belongs to the request itself; the rest is about a connection. */
const PASSED = ['content-length', 'range'] as const

const server = http.createServer((request, response) => {
  const { method, url = '' } = request
  // An upload that begins: nothing is written down of it.
  if (method === 'POST') return void response.writeHead(201).end()
  const headers = Object.fromEntries(
    PASSED.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  )
  const passed = http.request(`${store}/${bucket}${url}`, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
})
server.listen(Number(port), '127.0.0.1')
