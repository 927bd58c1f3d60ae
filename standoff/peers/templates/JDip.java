// jDip (github.com/takaki/jdip) for the interchange lines, movement phases only. It requires Java 10 or newer, and a small
// change in jDip: docs/connect.md explains how to build both.
import dip.order.*;
import dip.process.*;
import dip.world.*;
import dip.world.variant.VariantManager;
import java.util.*;
import java.util.regex.Pattern;
public class JDip {
    static World world = WorldFactory.createWorld(
        new VariantManager().getVariant("Standard", VariantManager.VERSION_NEWEST).get());
    static ValidationOptions options = new ValidationOptions();
    /** The texts in a part of the request, "units" or "orders", each with its power: "FRANCE: A PAR - BUR". */
    static List<String> part(String line, String name) {
        var found = new ArrayList<String>();
        var part = Pattern.compile("\"" + name + "\": *\\{([^}]*)\\}").matcher(line);
        var power = Pattern.compile("\"(\\w+)\": *\\[([^\\]]+)\\]").matcher(part.find() ? part.group(1) : "");
        while (power.find())
            for (var text : power.group(2).split(" *, *")) found.add(power.group(1) + ": " + text.replace("\"", ""));
        return found;
    }
    static String shown(Unit unit, Province at) {
        return "\"" + unit.getType().getShortName() + " " + shown(at, unit.getCoast()) + "\"";
    }
    static String shown(Province at, Coast coast) {
        return (at.getShortName() + (coast.isDirectional() ? "/" + coast.getAbbreviation() : "")).toUpperCase();
    }
    static String adjudicated(String line) {
        var state = new TurnState(new Phase(Phase.SeasonType.SPRING, 1901, Phase.PhaseType.MOVEMENT));
        state.setWorld(world);
        state.setPosition(world.getInitialTurnState().getPosition().cloneExceptUnits());
        for (var text : part(line, "units")) {
            var words = text.split(":? ");
            var at = world.getMap().parseLocation(words[2]).get();
            var unit = new Unit(world.getMap().getPower(words[0]), Unit.Type.parse(words[1]));
            var single = words[1].equals("F") ? Coast.SINGLE : Coast.NONE;
            unit.setCoast(at.getCoast().isDirectional() ? at.getCoast() : single);
            state.getPosition().setUnit(at.getProvince(), unit);
        }
        var ordered = new HashSet<String>();
        for (var text : part(line, "orders")) {
            var power = world.getMap().getPower(text.split(":")[0]);
            try {
                var order = OrderParser.getInstance().parse(
                    OrderFactory.getDefault(), text.replace("VIA", "via convoy"), power, state, true, false);
                order.validate(state, options, world.getRuleOptions());
                if (!ordered.add(order.getSource().getProvince().getShortName()))
                    return "\"unsupported\": \"several legal orders to one unit\"}";
                state.getOrders(power).add(order);
            } catch (OrderException illegal) { } // its unit holds
        }
        var judge = new StdAdjudicator(OrderFactory.getDefault(), state);
        judge.process();
        var next = judge.getNextTurnState();
        var units = new TreeMap<String, List<String>>();
        for (var at : next.getPosition().getUnitProvinces()) {
            var unit = next.getPosition().getUnit(at).get();
            units.computeIfAbsent("\"" + unit.getPower().getName().toUpperCase() + "\"", name -> new ArrayList<>())
                .add(shown(unit, at));
        }
        var retreats = new RetreatChecker(next, state.getResultList());
        var dislodged = new ArrayList<String>();
        for (var at : next.getPosition().getDislodgedUnitProvinces()) {
            var unit = next.getPosition().getDislodgedUnit(at).get();
            var places = new TreeSet<String>();
            for (var to : retreats.getValidLocations(new Location(at, unit.getCoast())))
                places.add("\"" + shown(to.getProvince(), to.getCoast()) + "\"");
            dislodged.add(shown(unit, at) + ": {\"power\": \"" + unit.getPower().getName().toUpperCase()
                + "\", \"retreats\": " + places + "}");
        }
        var told = "\"unreported\": [\"contested\", \"orders\"], \"units\": " + units.toString().replace("=", ": ");
        if (next.getPhase().getPhaseType() == Phase.PhaseType.RETREAT || dislodged.isEmpty() && !destroyed(state))
            told += ", \"dislodged\": {" + String.join(", ", dislodged) + "}";
        return told + "}";
    }
    /** Whether a unit is destroyed without a retreat: jDip reports nothing else about it. */
    static boolean destroyed(TurnState state) {
        return state.getResultList().stream().anyMatch(one -> one.toString().toLowerCase().contains("destroyed"));
    }
    public static void main(String[] args) {
        for (var in = new Scanner(System.in); in.hasNextLine();) {
            var line = in.nextLine();
            System.out.print(line.replaceFirst(".*?(\"id\": *(\"[^\"]*\"|\\d+)).*", "{$1, "));
            var known = line.contains("\"phase\": \"movement\"") && line.contains("\"map\": \"standard\"")
                && !line.contains("\"civil_disorder\"") && !line.contains("\"closed\"");
            System.out.println(known ? adjudicated(line) : "\"unsupported\": \"movement phases of the standard board only\"}");
        }
    }
}
