/* An adjudicator for the interchange lines: replace `adjudicate` by your own, and list its phases in PHASES.
 * Build it: cc -o mine mine.c     Try it: standoff score lines:./mine --name mine
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char PHASES[] = ""; /* for example "movement, retreat": the phases that `adjudicate` supports; none yet */
typedef struct { const char *text; int length; } Value; /* a JSON value within a line */
static Value value_at(const char *at) /* the value that begins here: up to the comma or bracket after it */
{
    int depth = 0, quoted = 0; const char *end = at;
    for (; *end && *end != '\n'; end++) {
        if (quoted) {
            if (*end == '\\' && end[1]) end++;
            else if (*end == '"') quoted = 0;
        } else if (*end == '"') quoted = 1;
        else if (strchr("{[", *end)) depth++;
        else if (strchr("}],", *end)) {
            if (depth == 0) break;
            if (*end != ',') depth--;
        }
    }
    return (Value){at, (int)(end - at)};
}

static Value get(const char *object, const char *key) /* the value of a key; of length 0 if there is none */
{
    const char *at = strchr(object, '{');
    while (at && *at && *at != '}') {
        at += strspn(at + 1, " ") + 1;
        const char *behind = strchr(at + 1, '"');
        if (!behind) break;
        Value value = value_at(behind + 1 + strspn(behind + 1, ": "));
        if ((size_t)(behind - at - 1) == strlen(key) && !strncmp(at + 1, key, strlen(key))) return value;
        at = value.text + value.length;
    }
    return (Value){"", 0};
}

static void adjudicate(Value units, Value orders) /* prints the units afterwards; here every unit stays */
{
    (void)orders; /* {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", ...], ...}; a unit may have several (DATC 4.D.3) */
    printf("\"units\": %.*s, \"dislodged\": {}, \"unreported\": [\"contested\", \"orders\"]", units.length, units.text);
}

int main(void)
{
    char *line = NULL, word[16]; size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Value id = get(line, "id"), phase = get(line, "phase"), map = get(line, "map");
        snprintf(word, sizeof word, "%.*s", phase.length > 2 ? phase.length - 2 : 0, phase.text + 1);
        printf("{\"id\": %.*s, ", id.length, id.text);
        if ((map.length && strncmp(map.text, "\"standard\"", 10)) || get(line, "civil_disorder").length || get(line, "closed").length)
            printf("\"unsupported\": \"another board, powers in civil disorder, closed provinces\"");
        else if (*word && strstr(PHASES, word)) adjudicate(get(line, "units"), get(line, "orders"));
        else printf("\"unsupported\": \"%s phases\"", word);
        printf("}\n"), fflush(stdout);
    }
    return free(line), 0;
}
