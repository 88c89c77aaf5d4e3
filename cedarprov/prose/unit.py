"""Units of measure: how they are written in running text, and what one is worth in its base unit.

Names and symbols follow the SI brochure (BIPM, 9th edition) and IEC 80000-13; to them come the
words of English, German, Arabic and Japanese prose. Months and years have a base of their own,
since a month is no fixed number of days.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Final

from cedarprov.model.frozen import Frozen


class Dimension(StrEnum):
    """What is measured."""

    DURATION = "duration"
    MONTHS = "months"
    LENGTH = "length"
    AREA = "area"
    VOLUME = "volume"
    MASS = "mass"
    DATA = "data"
    DATA_RATE = "datarate"
    SPEED = "speed"
    TEMPERATURE = "temperature"
    POWER = "power"
    ENERGY = "energy"
    VOLTAGE = "voltage"
    CURRENT = "current"
    FREQUENCY = "frequency"
    PRESSURE = "pressure"
    SOUND = "sound"
    PERCENT = "percent"
    MONEY = "money"
    COUNT = "count"


class Unit(Frozen, kw_only=False):
    """A unit: its symbol, what it measures, and how many units of its `base` it is worth.

    Units of one dimension convert into each other only within one base: currencies do not.
    """

    symbol: str
    dimension: Dimension
    base: str
    worth: Decimal


_TABLE: Final = """
ms        duration 0.001    millisecond milliseconds millisekunden
s         duration 1        sec secs second seconds sekunde sekunden ثانية ثوان ثواني 秒 秒間
min       duration 60       mins minute minutes minuten دقيقة دقائق 分 分間
h         duration 3600     hr hrs hour hours stunde stunden std ساعة ساعات 時間
d         duration 86400    day days tag tage tagen يوم أيام يوما 日 日間
working-d duration-working 1        workday workdays working_day working_days business_day
working-d duration-working 1        business_days werktag werktage werktagen 営業日
wk        duration 604800   week weeks woche wochen أسبوع أسابيع 週間 週
mo        months 1          month months monat monate monaten شهر أشهر شهور か月 ヶ月 カ月 ヵ月 箇月
yr        months 12         year years yrs jahr jahre jahren سنة سنوات عام أعوام 年 年間
nm        length 0.000000001 nanometre nanometres nanometer nanometers
um        length 0.000001   µm μm micrometre micrometres micrometer micrometers micron microns
mm        length 0.001      millimetre millimetres millimeter millimeters ミリ ミリメートル
cm        length 0.01     centimetre centimetres centimeter centimeters
cm        length 0.01     zentimeter センチ センチメートル سم
m         length 1          metre metres meter meters metern メートル متر أمتار
km        length 1000     kilometre kilometres kilometer
km        length 1000     kilometers kilometern キロメートル كيلومتر
inch      length 0.0254     inches zoll
ft        length 0.3048     foot feet fuß
mi        length 1609.344   mile miles
m2        area 1        m² sqm square_metre square_metres
m2        area 1        square_meter square_meters quadratmeter quadratmetern 平方メートル
ha        area 10000        hectare hectares hektar
ml        volume 0.001      millilitre millilitres milliliter milliliters ミリリットル
cl        volume 0.01       centilitre centilitres centiliter centiliters
dl        volume 0.1        decilitre decilitres deciliter deciliters
l         volume 1          L litre litres liter liters litern リットル لتر لترات
m3        volume 1000     m³ cubic_metre cubic_metres cubic_meter
m3        volume 1000     cubic_meters kubikmeter kubikmetern 立方メートル
gal       volume 3.785411784 gallon gallons
ug        mass 0.000001     µg μg mcg microgram micrograms mikrogramm
mg        mass 0.001        milligram milligrams milligramm ミリグラム ملغ
g         mass 1            gram grams gramm グラム غرام غراما
kg        mass 1000         kilo kilos kilogram kilograms kilogramm キロ キログラム كيلوغرام كغ
t         mass 1000000      tonne tonnes tonnen トン طن
lb        mass 453.59237    lbs pound-mass
oz        mass 28.349523125 ounce ounces
B         data 1            byte bytes バイト
kB        data 1000         KB kilobyte kilobytes
KiB       data 1024         kibibyte kibibytes
MB        data 1000000      megabyte megabytes メガバイト
MiB       data 1048576      mebibyte mebibytes
GB        data 1000000000   gigabyte gigabytes ギガバイト
GiB       data 1073741824   gibibyte gibibytes
TB        data 1000000000000 terabyte terabytes
bit/s     datarate 1       bps
kbit/s    datarate 1000    kbps
Mbit/s    datarate 1000000 Mbps
Gbit/s    datarate 1000000000 Gbps
m/s       speed 1
km/h      speed 0.27777778  kph kmh
mph       speed 0.44704
kn        speed 0.51444444  knot knots knoten
degrees   temperature 1        ° °C ℃ degree degrees_Celsius degree_Celsius
degrees   temperature 1        grad Grad_Celsius celsius 度 درجة درجات
°F        temperature-f 1   ℉ fahrenheit
K         temperature-k 1   kelvin
mW        power 0.001       milliwatt milliwatts
W         power 1           watt watts ワット واط
kW        power 1000        kilowatt kilowatts キロワット
MW        power 1000000     megawatt megawatts
Wh        energy 1          watt-hour watt-hours
kWh       energy 1000       kilowatt-hour kilowatt-hours kilowattstunden
mV        voltage 0.001     millivolt millivolts
V         voltage 1         volt volts ボルト
kV        voltage 1000      kilovolt kilovolts
uA        current 0.000001  µA
mA        current 0.001     milliamp milliamps milliampere
A         current 1         amp amps ampere amperes
Hz        frequency 1       hertz ヘルツ
kHz       frequency 1000    kilohertz
MHz       frequency 1000000 megahertz
GHz       frequency 1000000000 gigahertz
Pa        pressure 1        pascal
hPa       pressure 100
kPa       pressure 1000     kilopascal
mbar      pressure 100      millibar
bar       pressure 100000   bars
psi       pressure 6894.757
dB        sound 1     decibel decibels dezibel
%         percent 1         percent prozent パーセント ٪ بالمئة
ppm       percent 0.0001
EUR       money-eur 1       € euro euros يورو ユーロ
ct        money-eur 0.01    cents
USD       money-usd 1       $ dollar dollars دولار ドル
GBP       money-gbp 1       £ pounds sterling
CHF       money-chf 1       franc francs franken
JPY       money-jpy 1       ¥ yen 円
"""


def _named() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        symbol, base, worth, *names = line.split()
        unit = Unit(symbol, Dimension(base.partition("-")[0]), base, Decimal(worth))
        units.update((name.replace("_", " "), unit) for name in (symbol, *names))
    return units


UNITS: Final = _named()
_FOLDED: Final = {name.casefold(): unit for name, unit in reversed(UNITS.items())}


def find_unit(word: str) -> Unit | None:
    """Return the unit that a word or symbol names; case counts only where it must (mW, MW)."""
    found = UNITS.get(word)
    if found is None and len(word) > 1:
        found = _FOLDED.get(word.casefold())
    return found
