// jDip (github.com/takaki/jdip) behind the interchange lines, movement phases only. Build it: javac -cp jdip.jar JDip.java
import dip.order.*;
import dip.process.*;
import dip.world.*;
import dip.world.variant.VariantManager;
import java.util.*;
import java.util.regex.Pattern;
public class JDip {
    static World world = WorldFactory.createWorld(
        new VariantManager().getVariant("Standard", VariantManager.VERSION_NEWEST).get());
    /** The texts in a part of the request, "units" or "orders", each with its power: "FRANCE: A PAR - BUR". */
    static List<String> part(String line, String name) {
        var found = new ArrayList<String>();
        var part = Pattern.compile("\"" + name + "\": *\\{([^}]*)\\}").matcher(line);
        var power = Pattern.compile("\"(\\w+)\": *\\[([^\\]]+)\\]").matcher(part.find() ? part.group(1) : "");
        while (power.find())
            for (var text : power.group(2).split(" *, *")) found.add(power.group(1) + ": " + text.replace("\"", ""));
        return found;
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
        for (var text : part(line, "orders")) {
            var power = world.getMap().getPower(text.split(":")[0]);
            try {
                state.getOrders(power).add(OrderParser.getInstance().parse(
                    OrderFactory.getDefault(), text.replace("VIA", "via convoy"), power, state, true, false));
            } catch (OrderException illegal) { }
        }
        var judge = new StdAdjudicator(OrderFactory.getDefault(), state);
        judge.process();
        var after = judge.getNextTurnState().getPosition(); // where the dislodged may go is not told
        var units = new TreeMap<String, List<String>>();
        for (var at : after.getUnitProvinces()) {
            var unit = after.getUnit(at).get();
            var coast = unit.getCoast().isDirectional() ? "/" + unit.getCoast().getAbbreviation() : "";
            units.computeIfAbsent("\"" + unit.getPower().getName() + "\"", name -> new ArrayList<>())
                .add("\"" + unit.getType().getShortName() + " " + at.getShortName() + coast + "\"");
        }
        return "\"units\": " + units.toString().replace("=", ": ").toUpperCase() + "}";
    }
    public static void main(String[] args) {
        for (var in = new Scanner(System.in); in.hasNextLine();) {
            var line = in.nextLine();
            System.out.print(line.replaceFirst(".*(\"id\": *(\"[^\"]*\"|\\d+)).*", "{$1, "));
            var known = line.contains("\"phase\": \"movement\"");
            System.out.println(known ? adjudicated(line) : "\"cannot\": \"movement phases only\"}");
        }
    }
}
