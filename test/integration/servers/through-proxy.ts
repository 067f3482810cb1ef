import {
  followSystemNetwork,
  patientFetch,
} from '../../../src-main/servers/system-network-http.ts';

// Fetches each address that it is given, as Gatehouse would, and prints what came back.
const problems = followSystemNetwork(process.env);
for (const problem of problems) console.error(problem);
const send = patientFetch();
const told: string[] = [];
for (const url of process.argv.slice(2)) {
  try {
    told.push(await (await send(url)).text());
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    told.push(cause instanceof Error && 'code' in cause ? String(cause.code) : String(error));
  }
}
console.log(JSON.stringify(told));
process.exit(0);
