// godip (github.com/zond/godip) for the interchange lines, standard board only.
// docs/connect.md explains how to build it.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"

	"github.com/zond/godip"
	"github.com/zond/godip/orders"
	"github.com/zond/godip/variants/classical"
)

// The provinces with other abbreviations in godip.
var theirs = map[string]string{"NAO": "nat", "NWG": "nrg", "MAO": "mid", "LYO": "gol"}
var types = map[string]godip.UnitType{"A": godip.Army, "F": godip.Fleet}
var phases = map[string]godip.PhaseType{
	"movement": godip.Movement, "retreat": godip.Retreat, "adjustment": godip.Adjustment}

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

func in(texts []string, text string) bool {
	for _, one := range texts {
		if one == text {
			return true
		}
	}
	return false
}

// inexpressible returns the part of an order that godip cannot express: its orders name provinces, not units, and waive no builds.
func inexpressible(words []string) string {
	switch {
	case len(words) < 3:
		return "a waived build"
	case types[words[0]] == "" || (words[2] == "S" || words[2] == "C") && types[words[3]] == "":
		return "the type, coast or power of a unit in an order"
	case words[2] == "S" && in(words[3:], "-") && place(words[4]).Super() == place(words[len(words)-1]).Super():
		return "a support of a move to where the unit stands" // it would be a support to hold
	}
	return ""
}

// bits returns an order without its province: "A MAR S A PAR - BUR" as Support, par, bur.
func bits(words []string) []string {
	province := func(text string) string { return string(place(text).Super()) }
	last := words[len(words)-1]
	switch {
	case words[2] == "H":
		return []string{"Hold"}
	case words[2] == "D":
		return []string{"Disband"}
	case words[2] == "B":
		return []string{"Build", string(types[words[0]])}
	case words[2] == "S" && in(words[3:], "-"):
		return []string{"Support", province(words[4]), string(place(last))}
	case words[2] == "S": // to hold: the same province twice
		return []string{"Support", province(last), province(last)}
	case words[2] == "C":
		return []string{"Convoy", province(words[4]), string(place(last))}
	case last == "VIA":
		return []string{"MoveViaConvoy", string(place(words[len(words)-2]))}
	}
	return []string{"Move", string(place(last))}
}

func text(at godip.Province, unit godip.Unit) string { return string(unit.Type[:1]) + " " + ours(at) }

func power(unit godip.Unit) string { return strings.ToUpper(string(unit.Nation)) }

type request struct {
	ID            interface{}
	Phase, Map    string
	Units, Orders map[string][]string
	Centers       map[string][]string
	Idle, Closed  []string
	Contested     []string
	Dislodged     map[string]struct {
		Power    string
		From     *string
		ByConvoy bool `json:"by_convoy"`
	}
}

func answer(asked request) map[string]interface{} {
	season := godip.Spring
	if asked.Phase == "adjustment" {
		season = godip.Fall
	}
	state := classical.Blank(classical.NewPhase(1901, season, phases[asked.Phase]))
	for owner, texts := range asked.Units {
		for _, unit := range texts {
			state.SetUnit(place(unit[2:]), godip.Unit{Type: types[unit[:1]], Nation: nation(owner)})
		}
	}
	for owner, texts := range asked.Centers {
		for _, center := range texts {
			state.SetSC(place(center), nation(owner))
		}
	}
	for unit, out := range asked.Dislodged {
		state.SetDislodged(place(unit[2:]), godip.Unit{Type: types[unit[:1]], Nation: nation(out.Power)})
		if out.From != nil && !out.ByConvoy {
			state.SetDislodger(place(*out.From), place(unit[2:]))
		}
	}
	for _, contested := range asked.Contested { // by two moves from elsewhere
		state.AddBounce("swi", place(contested))
	}
	for owner, texts := range asked.Orders {
		for _, one := range texts {
			words := strings.Fields(one)
			if why := inexpressible(words); why != "" {
				return map[string]interface{}{"id": asked.ID, "unsupported": why}
			}
			at, behind := place(words[1]), bits(words)
			unit, where, ok := state.Unit(at.Super())
			if asked.Phase == "retreat" {
				unit, where, ok = state.Dislodged(at.Super())
			}
			if behind[0] == "Build" {
				unit, where, ok = godip.Unit{Type: types[words[0]], Nation: nation(owner)}, at, true
				if words[0] == "A" {
					where = at.Super()
				}
			}
			if !ok {
				continue
			}
			helped, _, there := godip.Unit{}, at, false
			if behind[0] == "Support" || behind[0] == "Convoy" {
				helped, _, there = state.Unit(place(words[4]).Super())
			}
			if unit.Type != types[words[0]] || unit.Nation != nation(owner) || there && helped.Type != types[words[3]] ||
				strings.Contains(words[1], "/") && where != at {
				return map[string]interface{}{"id": asked.ID, "unsupported": "the type, coast or power of a unit in an order"}
			}
			if _, found := state.Orders()[where]; found {
				return map[string]interface{}{"id": asked.ID, "unsupported": "several orders to one unit"}
			}
			order, err := classical.Parser.Parse(append([]string{string(where)}, behind...))
			if err == nil {
				state.SetOrder(where, order)
			}
		}
	}
	if err := state.Next(); err != nil {
		return map[string]interface{}{"id": asked.ID, "error": err.Error()}
	}
	units, dislodged := map[string][]string{}, map[string]interface{}{}
	for at, unit := range state.Units() {
		units[power(unit)] = append(units[power(unit)], text(at, unit))
	}
	found := map[string]interface{}{"id": asked.ID, "units": units, "unreported": []string{"contested", "orders"}}
	if asked.Phase == "movement" {
		_, _, out, _, _, _ := state.Dump()
		for at, unit := range out {
			places := []string{}
			for edge := range state.Graph().Edges(at, false) {
				_, _, taken := state.Unit(edge)
				if !taken && !state.Bounce(at, edge) && orders.HasEdge(state, unit.Type, at, edge) {
					places = append(places, ours(edge))
				}
			}
			dislodged[text(at, unit)] = map[string]interface{}{"power": power(unit), "retreats": places}
		}
		for at := range state.ForceDisbands() { // units without a retreat; nothing else is reported about them
			delete(dislodged, ours(at))
		}
		if len(state.ForceDisbands()) == 0 {
			found["dislodged"] = dislodged
		}
	}
	return found
}

func main() {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			out.Encode(map[string]interface{}{"id": asked.ID, "error": err.Error()})
		} else if asked.Map != "" && asked.Map != "standard" || len(asked.Idle)+len(asked.Closed) > 0 {
			out.Encode(map[string]interface{}{"id": asked.ID, "unsupported": "another board, civil disorder, closed provinces"})
		} else {
			out.Encode(answer(asked))
		}
	}
}
