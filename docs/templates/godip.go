// godip (github.com/zond/godip) behind the interchange lines, movement phases only.
// Build it: go mod init mine && go mod tidy && go build -o mine godip.go
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"

	"github.com/zond/godip"
	"github.com/zond/godip/variants/classical"
)

// The provinces that it abbreviates otherwise.
var theirs = map[string]string{"NAO": "nat", "NWG": "nrg", "MAO": "mid", "LYO": "gol"}
var types = map[string]godip.UnitType{"A": godip.Army, "F": godip.Fleet}

func place(text string) godip.Province {
	if name, ok := theirs[text]; ok {
		return godip.Province(name)
	}
	return godip.Province(strings.ToLower(text))
}

func ours(name godip.Province) string {
	for text, other := range theirs {
		if string(name) == other {
			return text
		}
	}
	return strings.ToUpper(string(name))
}

func nation(power string) godip.Nation { return godip.Nation(power[:1] + strings.ToLower(power[1:])) }

// bits returns an order behind its province: "A MAR S A PAR - BUR" as Support, par, bur.
func bits(words []string) []string {
	last := string(place(words[len(words)-1]))
	switch {
	case words[2] == "-" && words[len(words)-1] == "VIA":
		return []string{"MoveViaConvoy", string(place(words[3]))}
	case words[2] == "-":
		return []string{"Move", last}
	case words[2] == "S": // to hold: the same province twice
		return []string{"Support", string(place(words[4])), last}
	case words[2] == "C":
		return []string{"Convoy", string(place(words[4])), last}
	}
	return []string{"Hold"}
}

func listed(units map[godip.Province]godip.Unit) map[string][]string {
	out := map[string][]string{}
	for at, unit := range units {
		power := strings.ToUpper(string(unit.Nation))
		out[power] = append(out[power], string(unit.Type[:1])+" "+ours(at))
	}
	return out
}

func main() {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked struct {
			ID            interface{}
			Phase         string
			Units, Orders map[string][]string
		}
		if json.Unmarshal(line, &asked) != nil || asked.Phase != "movement" {
			out.Encode(map[string]interface{}{"id": asked.ID, "cannot": asked.Phase})
			continue
		}
		units, orders := map[godip.Province]godip.Unit{}, map[godip.Province]godip.Adjudicator{}
		for power, texts := range asked.Units {
			for _, text := range texts {
				units[place(text[2:])] = godip.Unit{Type: types[text[:1]], Nation: nation(power)}
			}
		}
		for power, texts := range asked.Orders {
			for _, text := range texts {
				words := strings.Fields(text)
				at := place(words[1])
				order, err := classical.Parser.Parse(append([]string{string(at)}, bits(words)...))
				if unit, ok := units[at]; err == nil && ok && unit.Nation == nation(power) {
					orders[at] = order
				}
			}
		}
		state := classical.Blank(classical.NewPhase(1901, godip.Spring, godip.Movement)).Load(
			units, nil, nil, nil, nil, orders)
		if err := state.Next(); err != nil {
			out.Encode(map[string]interface{}{"id": asked.ID, "error": err.Error()})
			continue
		}
		after, _, _, _, _, _ := state.Dump() // without the dislodged; where these may go is not told
		out.Encode(map[string]interface{}{"id": asked.ID, "units": listed(after)})
	}
}
