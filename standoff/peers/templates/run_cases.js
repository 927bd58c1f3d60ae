// Ask a program that speaks the interchange lines every case of cases.json, and say which it fails.
// Usage: node run_cases.js cases.json 'COMMAND' [RULEBOOK [SECONDS]]   (cases under this rulebook, 2023 if left out;
//                                                                        time for an answer, 20 if left out)
const [file, command, rulebook = "2023", seconds = "20"] = process.argv.slice(2);
const { version, cases } = JSON.parse(require("fs").readFileSync(file, "utf8"));
if (version !== 3) throw new Error(`${file} is of version ${version}; this runner knows version 3`);
const child = require("child_process").spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"], detached: true });
child.stdin.on("error", () => {}); // it has ended: said below
const answers = require("readline").createInterface({ input: child.stdout })[Symbol.asyncIterator]();

// Entries of lists in any sequence; powers that have nothing may be left out.
const each = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
const lists = (object) => each(object, (list) => (list.length ? [...list].sort() : undefined));
const text = (object) => JSON.stringify(Object.entries(object).filter((entry) => entry[1] !== undefined).sort());
const same = {
  units: (ours, theirs) => text(lists(ours)) === text(lists(theirs)),
  centers: (ours, theirs) => text(lists(ours)) === text(lists(theirs)),
  contested: (ours, theirs) => text([...ours].sort()) === text([...theirs].sort()),
  dislodged: (ours, theirs) => // retreats of which the program says nothing are not compared
    text(each(ours, (unit) => unit.power)) === text(each(theirs, (unit) => unit.power)) &&
    Object.entries(theirs).every(([unit, { retreats }]) =>
      !retreats || text([...ours[unit].retreats].sort()) === text([...retreats].sort())),
  orders: (ours, theirs) => // those of which the program says nothing are not compared
    Object.entries(ours).every(([power, orders]) => Object.entries(orders).every(([order, { success }]) =>
      (theirs[power]?.[order]?.success ?? success) === success)),
};

const parsed = (line) => { try { return Object(JSON.parse(line)); } catch { return undefined; } };
const stop = (message) => {
  console.log(message);
  try { process.kill(-child.pid); } catch { child.kill(); } // and what its shell started
  process.exit(1);
};

(async () => {
  const count = { passed: 0, failed: 0, unsupported: 0 };
  for (const { id, request, required, optional, choice = [] } of cases.filter((one) => one.rulebook === rulebook)) {
    const expected = { ...required, ...optional };
    child.stdin.write(JSON.stringify(request) + "\n");
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, seconds * 1000, {})));
    const { value: line, done } = await Promise.race([answers.next(), late]);
    clearTimeout(timer);
    if (done || line === undefined) stop(`${id}: ${done ? "the program ended" : `no answer within ${seconds} seconds`}`);
    const answer = parsed(line) ?? stop(`${id}: expected a JSON object, not ${line.slice(0, 200)}`);
    if (answer.id !== id) stop(`${id}: expected an answer with this id, not ${JSON.stringify(answer.id)}`);
    const differing = (from) => Object.keys(from).filter((key) =>
      answer[key] ? !same[key](from[key], answer[key]) : key in required);
    const wrong = differing(expected);
    const as = choice.filter((one) => !differing(one.required).length).map((one) => `; as with ${one.options.join(" or ")}`);
    const result = answer.unsupported ? "unsupported" : wrong.length ? "failed" : "passed";
    count[result] += 1;
    for (const key of result === "failed" ? wrong : [])
      console.log(`${id}: ${key}: expected ${JSON.stringify(expected[key])}, not ${JSON.stringify(answer[key])}${as}`);
  }
  child.stdin.end();
  console.log(`${rulebook}: ${count.passed} passed, ${count.failed} failed, ${count.unsupported} not expressible`);
  process.exitCode = count.failed ? 1 : 0;
})();
