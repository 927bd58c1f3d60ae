// The core of dipcc (github.com/facebookresearch/diplomacy_cicero, dipcc/dipcc/cc) for the interchange lines; neither
// Python nor Torch is linked. docs/connect.md explains how to build it.
#include "message.h"
#include "game_state.h"
#include <iostream>

using namespace dipcc;
using Orders = std::unordered_map<Power, std::vector<Order>>;

json answer(const json &asked) {
  GameState state;
  std::string phase = asked.value("phase", "movement");
  char type = phase == "movement" ? 'M' : phase == "retreat" ? 'R' : 'A';
  state.set_phase({type == 'A' ? 'W' : 'S', 1901, type});
  auto unit = [](const std::string &text) { return Unit(text); };
  json none = json::object();
  json stand = asked.value("units", none), owned = asked.value("centers", none), given = asked.value("orders", none),
       outs = asked.value("dislodged", none), contested = asked.value("contested", json::array());
  for (auto &[power, units] : stand.items())
    for (const std::string text : units)
      state.set_unit(power_from_str(power), unit(text).type, unit(text).loc);
  for (auto &[power, centers] : owned.items())
    for (const std::string text : centers)
      state.set_center(loc_from_str(text), power_from_str(power));
  // it requires an owner of each home center: unowned ones go to a power that is not in this phase
  for (Power other : POWERS)
    if (type == 'A' && !stand.contains(power_str(other)) && !owned.contains(power_str(other))) {
      for (Power power : POWERS)
        for (Loc center : home_centers(power))
          if (!state.get_centers().count(center)) state.set_center(center, other);
      break;
    }
  for (auto &[text, out] : outs.items()) {
    Loc from = out["from"].is_string() ? loc_from_str(out["from"]) : Loc::NONE;
    state.add_dislodged_unit(unit(text).owned_by(power_from_str(out["power"])), from);
  }
  for (const std::string text : contested)
    state.add_contested_loc(loc_from_str(text));
  auto standing = [&](Loc at) {
    if (type == 'M') return state.get_unit_rooted(root_loc(at)).type;
    for (const OwnedUnit &out : state.get_dislodged_units())
      if (root_loc(out.loc) == root_loc(at)) return out.type;
    return UnitType::NONE;
  };
  auto unsupported = [&](const char *why) { return json{{"id", asked["id"]}, {"unsupported", why}}; };
  Orders orders;
  for (Power power : POWERS) orders[power]; // it requires an entry for each power
  std::set<Loc> ordered;
  for (auto &[power, texts] : given.items())
    for (std::string text : texts) {
      if (text.find(" - ") != text.rfind(" - ")) // it reads no convoy routes: A LON - ENG - BEL
        text.erase(text.find(" - "), text.rfind(" - ") - text.find(" - ")) += " VIA";
      try {
        Order order(text);
        Unit named = order.get_unit();
        // it ignores the type, and takes one order per unit
        if (type != 'A' && standing(named.loc) != UnitType::NONE && standing(named.loc) != named.type)
          return unsupported("an order that names a unit of another type");
        if (type != 'A' && !ordered.insert(root_loc(named.loc)).second) return unsupported("several orders to one unit");
        orders[power_from_str(power)].push_back(order);
      } catch (const std::exception &unread) { // its unit holds, unless its name is incomplete
        if (text.rfind("A ", 0) && text.rfind("F ", 0)) return unsupported("an order without a type of unit");
      }
    }
  GameState next = state.process(orders);
  json after = next.to_json(), units = json::object(), dislodged = json::object();
  for (auto &[power, texts] : after["units"].items())
    for (const std::string text : texts)
      if (text[0] != '*') units[power].push_back(text);
  json found = {{"id", asked["id"]}, {"units", units}, {"unreported", {"contested", "orders"}}};
  bool all = state.get_units().size() == next.get_units().size();
  if (type == 'M' && (all || next.get_phase().phase_type == 'R')) { // otherwise destroyed units are unknown
    for (auto &[power, out] : after["retreats"].items())
      for (auto &[text, places] : out.items()) dislodged[text] = {{"power", power}, {"retreats", places}};
    found["dislodged"] = dislodged;
  }
  return found;
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    json asked = json::parse(line), found;
    if (asked.value("map", "standard") != "standard" || asked.contains("civil_disorder") || asked.contains("closed"))
      found = {{"id", asked["id"]}, {"unsupported", "another board, civil disorder, closed provinces"}};
    else
      try {
        found = answer(asked);
      } catch (const std::exception &fault) {
        found = {{"id", asked["id"]}, {"error", fault.what()}};
      }
    std::cout << found << std::endl;
  }
}
