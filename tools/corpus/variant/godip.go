package old
const ( Red godip.Nation = "Red" )
var Nations = []godip.Nation{Red}
var V = common.Variant{ Name: "Old", Parser: orders.BuildAnywhereParser, SoloWinner: common.SCCountWinner(1), }
func Start() { p := NewPhase(1901, godip.Spring, godip.Movement)
  SetUnits(map[godip.Province]godip.Unit{ "aaa/nc": godip.Unit{godip.Fleet, Red}, })
  SetSupplyCenters(map[godip.Province]godip.Nation{ "aaa": Red, }) }
func Graph() *graph.Graph { return graph.New().
  // Aaa
  Prov("aaa").Conn("ccc", godip.Land).Flag(godip.Land).SC(Red).
  Prov("aaa/nc").Conn("bbb", godip.Sea).Flag(godip.Sea).
  Prov("bbb").Conn("aaa/nc", godip.Sea).Conn("aaa", godip.Sea).Conn("ccc", godip.Sea).Flag(godip.Sea).
  Prov("ccc").Conn("aaa", godip.Land).Conn("bbb", godip.Sea).Flag(godip.Archipelago...).
  Done() }
var provinceLongNames = map[godip.Province]string{ "aaa": "Aardland", "bbb": "The Bight", }
